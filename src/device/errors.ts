/** Nothing can be kept on this device: private mode, blocked storage, or a database that never answers. */
export class DeviceBlockedError extends Error {
  override readonly name = 'DeviceBlockedError';
}

/** There is no room left on this device. What was stored before is still there. */
export class DeviceFullError extends Error {
  override readonly name = 'DeviceFullError';
}
