/** The server cannot start; `message` is one sentence for the operator. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

/** Starting again is of no use before somebody has changed a setting, or the data folder. */
export class SettingError extends StartError {
  override readonly name = 'SettingError';
}

/** There is no database to be had, or none that we can use. */
export class DatabaseDownError extends StartError {
  override readonly name = 'DatabaseDownError';
}
