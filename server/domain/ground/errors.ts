import { SESSION_INVALID } from '#contract/sentences.ts';
import { NamedError } from '#server/adapters/errors.ts';

/** Messages per field or answer key. */
type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The request is wrong or too late. `message` is a sentence for the applicant. */
export abstract class RefusalError extends NamedError {}

/** The request is well-formed, but its values are not acceptable. */
export class InvalidError extends RefusalError {
  readonly errors: FieldErrors;

  constructor(errors: FieldErrors, message = 'Please check the information you entered.') {
    super(message);
    this.errors = errors;
  }
}

/** The request cannot be parsed. */
export class MalformedError extends RefusalError {}

/** There is no session, or it has ended. */
export class NoSessionError extends RefusalError {
  constructor() {
    super(SESSION_INVALID);
  }
}

/** The session is another account's than the one that the request names. It goes on. */
export class AnotherAccountError extends RefusalError {
  constructor() {
    super(SESSION_INVALID);
  }
}

/** E-mail address or password is wrong. The message does not say which. */
export class WrongCredentialsError extends RefusalError {}

export class ForbiddenError extends RefusalError {}

/** At a login: the password belongs to a sign-up whose code was not entered. */
export class UnconfirmedError extends ForbiddenError {}

export class NotFoundError extends RefusalError {
  constructor(message = 'This does not exist.') {
    super(message);
  }
}

/** The application is submitted and can no longer change. */
export class AlreadySubmittedError extends RefusalError {
  constructor() {
    super('Your application was already submitted and can no longer be changed.');
  }
}

/** The answers have changed since the caller read them. */
export class OutdatedError extends RefusalError {
  /** The present version of the account. */
  readonly version: number;

  constructor(version: number) {
    super('Your answers have been changed, perhaps on another device. Please review them.');
    this.version = version;
  }
}

/** The question has another document than the caller names, or none. */
export class OtherDocumentError extends RefusalError {
  /** The place of the present document. */
  readonly place: string | undefined;

  constructor(place: string | undefined) {
    super('The file of this question was changed, perhaps on another device. Please look at it first.');
    this.place = place;
  }
}

export class TooManyRequestsError extends RefusalError {
  readonly retryAfterSeconds: number;

  constructor(
    retryAfterSeconds: number,
    message = 'There were too many attempts. Please wait a while and try again.',
  ) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The server has no capacity left at the moment. */
export class BusyError extends RefusalError {
  constructor(message = 'We are very busy right now. Please try again in a few seconds.') {
    super(message);
  }
}

/** The built renderer of the service view is not a renderer. */
export class RendererError extends NamedError {
  override readonly message = 'build/render.js is not what it should be; run npm run build.';
}
