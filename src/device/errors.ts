/** Nothing can be kept on this device: private mode, blocked storage, or a database that never answers. */
export class DeviceBlockedError extends Error {
  override readonly name = 'DeviceBlockedError';
}

/** There is no room left on this device. What was stored before is still there. */
export class DeviceFullError extends Error {
  override readonly name = 'DeviceFullError';
}

/** A newer release has been here: what it left is not ours to touch. */
export class DeviceNewerError extends Error {
  override readonly name = 'DeviceNewerError';
}
