import type { Minute } from './deadline.ts';

/** Bars of arrivals, and a line of the 99th percentile, on scales of their own. */
export function picture(night: readonly Minute[]): string {
  const [width, height, left, bottom] = [720, 320, 50, 260];
  const step = (width - 2 * left) / Math.max(1, night.length);
  const mostArrivals = Math.max(1, ...night.map(({ arrivals }) => arrivals));
  const slowest = Math.max(1, ...night.map(({ p99Ms }) => (Number.isFinite(p99Ms) ? p99Ms : 0)));
  const points = night.map(({ arrivals, p99Ms, error }, index) => ({
    x: left + step * (index + 0.5),
    bar: (200 * arrivals) / mostArrivals,
    dot: bottom - (200 * (Number.isFinite(p99Ms) ? p99Ms : 0)) / slowest,
    arrivals,
    p99Ms,
    color: error === undefined ? '#7aa795' : '#c0563b',
  }));
  const bars = points.map(
    ({ x, bar, arrivals, color }) =>
      `<rect x="${(x - step / 3).toFixed(1)}" y="${(bottom - bar).toFixed(1)}" width="${((step * 2) / 3).toFixed(1)}" height="${bar.toFixed(1)}" fill="${color}"/><text x="${x.toFixed(1)}" y="${bottom + 18}" text-anchor="middle">${arrivals}</text>`,
  );
  const dots = points.map(
    ({ x, dot, p99Ms }) =>
      `<circle cx="${x.toFixed(1)}" cy="${dot.toFixed(1)}" r="4" fill="#1c2733"/><text x="${x.toFixed(1)}" y="${(dot - 8).toFixed(1)}" text-anchor="middle">${ms(p99Ms)}</text>`,
  );
  const line = points.map(({ x, dot }) => `${x.toFixed(1)},${dot.toFixed(1)}`).join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#1c2733" role="img" aria-label="Arrivals and slowest answers, step by step">
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="${left}" y="24">Arrivals in each step (bars; red: the first error) and 99th percentile of all answers (line)</text>
${bars.join('\n')}
<polyline points="${line}" fill="none" stroke="#1c2733" stroke-width="2"/>
${dots.join('\n')}
<line x1="${left}" y1="${bottom}" x2="${width - left}" y2="${bottom}" stroke="#1c2733"/>
<text x="${width / 2}" y="${bottom + 40}" text-anchor="middle">arrivals in a step</text>
</svg>
`;
}

export function ms(value: number): string {
  return Number.isFinite(value) ? `${value < 10 ? value.toFixed(1) : Math.round(value)} ms` : '–';
}
