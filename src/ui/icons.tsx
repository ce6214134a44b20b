/** All icons share a 24-pixel grid and a 1.75 stroke. They are decorative: the words beside an icon say the same. */
export interface IconProps {
  /** Edge length in em. */
  readonly size?: number | undefined;
}

/** An icon made of any elements. */
function Svg({ d, size = 1.25 }: IconProps & { readonly d: string }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 24 24"
      width={`${size}em`}
      height={`${size}em`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
    >
      <path d={d} />
    </svg>
  );
}

/** An icon of one path. */
export function icon(d: string) {
  return (props: IconProps) => <Svg {...props} d={d} />;
}

export const AlertIcon = icon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.5v5.25M12 16.25v.01');
export const InfoIcon = icon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11.5v5M12 7.9v.01');
export const CheckIcon = icon('m5 12.5 4.75 4.75L19.25 7.5');
export const CheckCircleIcon = icon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.25 12.25l2.75 2.75 5-5.5');
export const CircleIcon = icon('M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Z');
export const CloseIcon = icon('m6.5 6.5 11 11M17.5 6.5l-11 11');
export const ChevronDownIcon = icon('m6.5 9.5 5.5 5.5 5.5-5.5');
export const ChevronUpIcon = icon('m6.5 14.5 5.5-5.5 5.5 5.5');
export const PlusIcon = icon('M12 5v14M5 12h14');
