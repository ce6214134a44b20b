/** Reloads the page and leads back to the focused question: its key becomes the hash of the address. */
export function reloadInPlace(): void {
  const name = document.activeElement?.getAttribute('name') ?? '';
  const [key = ''] = name.split('-');
  if (key !== '') history.replaceState(history.state, '', `#${key}`);
  location.reload();
}
