/**
 * Returns true if the caller accepts this encoding.
 *
 * @param header `Accept-Encoding`, or '' if missing
 * @see RFC 9110, 12.5.3
 */
export function isAccepted(encoding: string, header: string): boolean {
  const offers = header.split(',').map((offer) => {
    const [name = '', ...parameters] = offer.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length) ?? '1';
    return { name, isTaken: Number(weight) > 0 };
  });
  const offer = offers.find(({ name }) => name === encoding) ?? offers.find(({ name }) => name === '*');
  return offer?.isTaken === true;
}

/**
 * Returns true if the caller already has this version.
 *
 * @param header `If-None-Match`, or '' if missing
 * @see RFC 9110, 13.1.2: in a list, and compared weakly
 */
export function isKnownVersion(etag: string, header: string): boolean {
  const strong = etag.replace(/^W\//, '');
  const known: readonly string[] = header.match(/"[^"]*"/g) ?? [];
  return header.trim() === '*' || known.includes(strong);
}
