// Icons that no first screen shows, so that a first visit does not load them.
import { icon } from './icons.tsx';

export const ArrowUpIcon = icon('M12 19.5v-15M6 10.5l6-6 6 6');
export const ArrowDownIcon = icon('M12 4.5v15M6 13.5l6 6 6-6');
export const ShareIcon = icon('M12 15V3.5M8 7l4-4 4 4M6.5 10.5h-2v10h15v-10h-2');
export const EyeIcon = icon(
  'M2.75 12S6 5.75 12 5.75 21.25 12 21.25 12 18 18.25 12 18.25 2.75 12 2.75 12ZM12 14.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5Z',
);
export const EyeOffIcon = icon(
  'M10 6c.6-.2 1.3-.25 2-.25 6 0 9.25 6.25 9.25 6.25s-.9 1.75-2.6 3.4M6.5 7.7C4 9.4 2.75 12 2.75 12S6 18.25 12 18.25c2.1 0 3.8-.75 5.2-1.7M10 10.1a2.75 2.75 0 0 0 3.9 3.9M3.75 3.75l16.5 16.5',
);
export const ZoomInIcon = icon(
  'M10.75 17a6.25 6.25 0 1 0 0-12.5 6.25 6.25 0 0 0 0 12.5ZM15.25 15.25l5 5M8 10.75h5.5M10.75 8v5.5',
);
export const ZoomOutIcon = icon(
  'M10.75 17a6.25 6.25 0 1 0 0-12.5 6.25 6.25 0 0 0 0 12.5ZM15.25 15.25l5 5M8 10.75h5.5',
);
export const UploadIcon = icon(
  'M12 15.5V4.5M7.5 8.75 12 4.25l4.5 4.5M4.5 15v3.25c0 .7.55 1.25 1.25 1.25h12.5c.7 0 1.25-.55 1.25-1.25V15',
);
export const DocumentIcon = icon(
  'M13.5 3.5H7A1.5 1.5 0 0 0 5.5 5v14A1.5 1.5 0 0 0 7 20.5h10a1.5 1.5 0 0 0 1.5-1.5V8.5l-5-5ZM13.5 3.5v5h5M9 13h6M9 16.5h4',
);
export const CameraIcon = icon(
  'M4 7.5h3.5L9 5h6l1.5 2.5H20A1.5 1.5 0 0 1 21.5 9v9a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 18V9A1.5 1.5 0 0 1 4 7.5ZM12 16.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5Z',
);
export const TrashIcon = icon(
  'M4.5 6.5h15M9.5 6.5V4.25h5V6.5M6.5 6.5l.75 12.25c.05.7.6 1.25 1.3 1.25h6.9c.7 0 1.25-.55 1.3-1.25L17.5 6.5M10 10.5v5.5M14 10.5v5.5',
);
