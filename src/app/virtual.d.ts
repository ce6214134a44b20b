/** Made from the tenant by scripts/tenant-colors.ts. */
declare module 'virtual:tenant-colors.css' {}
