/** `1,234`, without a formatter: the first one of a page takes a slow phone 50 ms. */
export function withCommas(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
