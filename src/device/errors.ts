/** Nothing can be stored on this device: private mode, blocked storage, or a database that never answers. */
export class DeviceBlockedError extends Error {
  override readonly name = 'DeviceBlockedError';
}

/** There is no room left on this device. Earlier records are still stored. */
export class DeviceFullError extends Error {
  override readonly name = 'DeviceFullError';
}

/** A newer release has stored data here; this one must not touch it. */
export class DeviceNewerError extends Error {
  override readonly name = 'DeviceNewerError';
}
