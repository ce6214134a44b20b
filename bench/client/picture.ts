import { valueOf, type Results } from './results.ts';

const CHARTS = [
  { title: 'Script on the wire, KB', measure: 'script' },
  { title: 'A typed letter sticks after, ms', measure: 'sticks' },
  { title: 'Main thread blocked, ms', measure: 'blocked' },
] as const;
const WIDTH = 760;
const BAR_START = 130;
const BAR_MAX = 540;
const ROW = 26;
const HEAD = 40;
const GAP = 22;

/** Horizontal bars of the first visit, readable on light and on dark pages. */
export function picture(results: Results, titles: Readonly<Record<string, string>>): string {
  const names = Object.keys(titles).filter((name) => `${name} first` in results.medians);
  const chartHeight = HEAD + names.length * ROW + GAP;
  const charts = CHARTS.map(({ title, measure }, chart) => {
    const values = names.map((name) => valueOf(results, `${name} first`, measure));
    const most = Math.max(1, ...values.map((value) => value ?? 0));
    const top = chart * chartHeight;
    const rows = names.map((name, index) => {
      const value = values[index] ?? null;
      const y = top + HEAD + index * ROW;
      const width = Math.max(1, ((value ?? 0) / most) * BAR_MAX).toFixed(1);
      const kind = name === 'product' ? 'own' : 'peer';
      return `<text x="${BAR_START - 10}" y="${y + 14}" text-anchor="end">${titles[name] ?? name}</text><rect class="${kind}" x="${BAR_START}" y="${y}" width="${width}" height="18" rx="3"/><text x="${BAR_START + Number(width) + 8}" y="${y + 14}">${value === null ? '–' : value.toFixed(0)}</text>`;
    });
    return `<text class="title" x="0" y="${top + 22}">${title}</text>${rows.join('')}`;
  });
  const style =
    'text{font:14px system-ui,sans-serif;fill:#1a211e}.title{font-weight:600;font-size:15px}.own{fill:#2c7a60}.peer{fill:#9aa5a0}@media (prefers-color-scheme:dark){text{fill:#e8ece9}.own{fill:#5fc39f}.peer{fill:#69746f}}';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${CHARTS.length * chartHeight}" role="img" aria-label="First visit on a slow phone, shorter is better"><style>${style}</style>${charts.join('')}</svg>\n`;
}
