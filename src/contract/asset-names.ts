/** How long the hash at the end of a built file's name is. Browsers keep such a file for ever. */
export const ASSET_HASH_CHARS = 6;
