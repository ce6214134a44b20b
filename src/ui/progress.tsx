import { useProgressBar } from 'react-aria/useProgressBar';
import './progress.css';

interface ProgressProps {
  readonly value: number;
  readonly max: number;
  /** The words beside the bar: "7 of 12 required answered". */
  readonly label: string;
}

/** Shows progress in words and as a bar. */
export function Progress({ value, max, label }: ProgressProps) {
  const share = max === 0 ? 1 : Math.min(1, value / max);
  const percent = Math.round(share * 100);
  const { progressBarProps, labelProps } = useProgressBar({
    label,
    value: percent,
    valueLabel: `${percent}%`,
  });
  return (
    <div {...progressBarProps} className="ui-progress" data-complete={share === 1 || undefined}>
      <span {...labelProps}>{label}</span>
      <span className="ui-progress-track">
        <span style={{ transform: `scaleX(${share})` }} />
      </span>
    </div>
  );
}
