/** The server cannot start; `message` is one sentence for the operator. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

/** There is no database to be had, or none that we can use. */
export class DatabaseDownError extends StartError {
  override readonly name = 'DatabaseDownError';
}
