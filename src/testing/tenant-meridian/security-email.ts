/** Where to report a vulnerability. In a file of its own, because the client does not need it. */
export const securityEmail = 'security@meridian.example';
