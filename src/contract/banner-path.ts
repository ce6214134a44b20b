/** In a file of its own: a first visit requests the banner without loading the contract. */
export const BANNER_PATH = '/public/banner';
