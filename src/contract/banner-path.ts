/** By itself: a first visit asks for the banner without the contract. */
export const BANNER_PATH = '/public/banner';
