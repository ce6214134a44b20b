interface ImportMetaEnv {
  /** Whether this release takes the service worker away (docs/offline.md). */
  readonly IS_WORKER_KILLED: boolean;
}

/** Made from the tenant by scripts/tenant-page.ts. */
declare module 'virtual:tenant-colors.css' {}
