import { InfoIcon } from '#ui/icons.tsx';
import './operator-banner.css';

/** The operator's sentence above everything. It is there before it says anything, so that it is spoken when it does. */
export function OperatorBanner({ text }: { readonly text: string | undefined }) {
  return (
    <div className="operator-banner" role="status">
      {text !== undefined && (
        <p dir="auto">
          <InfoIcon />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}
