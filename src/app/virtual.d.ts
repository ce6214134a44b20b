interface ImportMetaEnv {
  /** True if this release removes the service worker (docs/offline.md). */
  readonly IS_WORKER_KILLED: boolean;
}

/** Generated from the tenant by scripts/tenant-page.ts. */
declare module 'virtual:tenant-colors.css' {}
