import type { Clock } from '#server/adapters/clock.ts';
import { TooManyTriesError } from './errors.ts';
import type { Limit, Tries } from './tries.ts';

/** Counted in the database at once, so that most calls cost no write. Every limit is a multiple of it. */
const BUNDLE = 20;
/** Networks that are remembered here. The database has the counts of all. */
const BOOKS_MAX = 10_000;

interface Book {
  /** Tries that are counted in the database and not used yet. */
  left: number;
  /** When the limit accepts tries again, in milliseconds. */
  fullUntil: number;
  taking: Promise<void> | undefined;
}

export type BundledTries = ReturnType<typeof makeBundledTries>;

/**
 * Counts calls that are so cheap that a write for each would cost more than the call itself: look-ups and views. The
 * database counts them in bundles, and is not asked again while a limit is full.
 */
export function makeBundledTries({ tries, clock }: { readonly tries: Tries; readonly clock: Clock }) {
  const books = new Map<string, Book>();

  return {
    /**
     * Counts one try.
     *
     * @throws {TooManyTriesError} with the seconds until the limit accepts a try
     */
    async take(limit: Limit): Promise<void> {
      const book = bookOf(`${limit.kind} ${limit.who}`);
      while (book.left === 0) {
        refuseIfFull(book);
        book.taking ??= takeBundle(limit, book).finally(() => {
          book.taking = undefined;
        });
        await book.taking;
      }
      book.left -= 1;
    },
  };

  function bookOf(name: string): Book {
    const known = books.get(name);
    if (known !== undefined) return known;
    if (books.size >= BOOKS_MAX) books.clear();
    const book = { left: 0, fullUntil: 0, taking: undefined };
    books.set(name, book);
    return book;
  }

  function refuseIfFull({ fullUntil }: Book): void {
    const waitMs = fullUntil - clock.now().getTime();
    if (waitMs > 0) throw new TooManyTriesError(Math.ceil(waitMs / 1000));
  }

  async function takeBundle(limit: Limit, book: Book): Promise<void> {
    try {
      await tries.take({ ...limit, tries: BUNDLE });
      book.left = BUNDLE;
    } catch (error) {
      if (error instanceof TooManyTriesError)
        book.fullUntil = clock.now().getTime() + error.retryAfterSeconds * 1000;
      throw error;
    }
  }
}
