/** Loads the page again, and leads back to the question that has the focus: its key becomes the address's hash. */
export function reloadInPlace(): void {
  const name = document.activeElement?.getAttribute('name') ?? '';
  const [key = ''] = name.split('-');
  if (key !== '') history.replaceState(history.state, '', `#${key}`);
  location.reload();
}
