/** All icons share a 24-pixel grid and a 1.75 stroke. They are decorative: the words beside an icon say the same. */
export interface IconProps {
  /** Edge length in em. */
  readonly size?: number | undefined;
}

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

/** The mark beside the university's name: an open book in a shield. It is no real university's crest. */
export function Crest({ size = 2.25 }: IconProps) {
  return (
    <Svg
      size={size}
      d="M12 2.75c2.5 1.3 5.1 1.9 8.25 1.9v7.1c0 4.6-3.2 7.8-8.25 9.5-5.05-1.7-8.25-4.9-8.25-9.5v-7.1c3.15 0 5.75-.6 8.25-1.9ZM12 9.4v7M12 9.4c-1.1-.9-2.7-1.25-4.6-1.15v6.1c1.9-.1 3.5.25 4.6 1.15 1.1-.9 2.7-1.25 4.6-1.15v-6.1c-1.9-.1-3.5.25-4.6 1.15Z"
    />
  );
}
