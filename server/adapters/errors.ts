/** An error that the log and `inspect` call by the name of its class. */
export class NamedError extends Error {
  override readonly name = this.constructor.name;
}

/** The server cannot start; `message` is one sentence for the operator. */
export class StartError extends NamedError {}

/** A new start fails again until somebody changes a setting or the data folder. */
export class SettingError extends StartError {}

/** The database is unreachable or unusable. */
export class DatabaseDownError extends StartError {}
