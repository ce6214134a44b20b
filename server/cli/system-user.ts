import { userInfo } from 'node:os';

/** Returns the name of the user that runs this, or `uid NUMBER`: a container's user may have no name. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
