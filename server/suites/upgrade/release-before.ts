/** The previous release, as a commit of this repository. `npm run release` sets it. */
export const RELEASE_BEFORE = 'd854fe1dd82956862b47cc256f86ee594842888f';
