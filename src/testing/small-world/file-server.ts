// The file of the one question, and what the server does with it.
import type { Document, FileFlight, Filing, World } from './world.ts';

export const FILE_KEY = 'college_transcript';
/** All files have the same name and size. */
export const FILE = { name: 'cv.pdf', type: '', size: 3 } as File;

/** Of this device's files, the later ones have the greater rank. */
export function rankOf(id: string): number {
  return Number(id.slice('file '.length));
}

/** What a request does in the account, and the response to it. */
export function serve(world: World, { at, id, over, place }: FileFlight): Filing['heard'] {
  const about = { key: FILE_KEY, id } as const;
  const { files, without } = world;
  switch (at) {
    case 'presign':
      files.places += 1;
      return { place: `place ${files.places}` };
    case 'post':
      return { place: place! };
    case 'convert': {
      if (place === undefined) throw new Error('A file is converted without a place.');
      const isAsBefore = without === 7 || files.document?.place === over;
      if (without !== 7 && files.converted.has(place)) return { type: 'fileAccepted', ...about };
      if (without !== 'voiding' && files.voided.has(place)) return 'refused';
      if (!isAsBefore) return 'outdated';
      files.converted.add(place);
      files.document = { place, by: 'this device', rank: rankOf(id) };
      return { type: 'fileAccepted', ...about };
    }
    case 'list': {
      const theirs = listed(world, files.document);
      if (theirs?.place === place) return { type: 'fileAccepted', ...about };
      return { type: 'fileMet', ...about, theirs };
    }
    case 'look': {
      const status = files.document === undefined ? 'NOT_ANSWERED' : 'COMPLETED';
      const tag = without === 7 ? {} : { place: files.document?.place };
      return { type: 'conversionHeard', ...about, status, message: '', ...tag };
    }
    case 'removal': {
      const { document } = files;
      const isMeant = without === 7 || document?.place === place;
      if (place !== undefined) files.voided.add(place);
      const isOthers = document !== undefined && !isMeant;
      if (!isOthers) for (const one of [place, id]) files.takenBack.add(one ?? '');
      if (isMeant) files.document = undefined;
      return { type: 'fileRemoved', key: FILE_KEY, isOthers };
    }
    default:
      return at satisfies never;
  }
}

/** The document in the list. A server without tags sends no place. */
export function listed({ without }: World, document: Document | undefined) {
  if (document === undefined) return undefined;
  const place = { place: without === 7 ? undefined : document.place };
  return { file_name: FILE.name, file_size: FILE.size, status: 'COMPLETED', ...place } as const;
}
