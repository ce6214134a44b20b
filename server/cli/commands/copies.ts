import { removeCopies } from '#server/adapters/reachable-copy.ts';
import { defineLoneCommand } from '../command.ts';

export const removeCopiesCommand = defineLoneCommand({
  name: 'remove-copies',
  takes: {},
  description:
    'Deletes the copies of programs that a start as root has made under /var/lib, except those in use. A newer copy replaces an older one by itself.',
  async run({ print }) {
    for (const copy of removeCopies()) print(`Deleted ${copy}.`);
  },
});
