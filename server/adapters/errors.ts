/** The server cannot start; `message` is one sentence for the operator. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

/** A new start fails again until somebody changes a setting or the data folder. */
export class SettingError extends StartError {
  override readonly name = 'SettingError';
}

/** The database is unreachable or unusable. */
export class DatabaseDownError extends StartError {
  override readonly name = 'DatabaseDownError';
}
