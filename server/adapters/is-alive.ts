/** Returns true if a process with this id exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // We may not signal another user's process, but the error shows that it exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
