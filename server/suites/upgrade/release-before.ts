/** The release before this one, as a commit of this repository. `npm run release` sets it. */
export const RELEASE_BEFORE = '1df767ddc69980dd8fe2718165351f94eff8bc56';
