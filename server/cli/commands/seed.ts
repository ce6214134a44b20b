import * as z from 'zod/mini';
import { InvalidError } from '#server/domain/ground/errors.ts';
import { addCrowd } from '#server/seeds/crowd.ts';
import { makeSeeding } from '#server/seeds/seeding.ts';
import { seedApplicants } from '#server/seeds/applicants.ts';
import { CommandError, defineCommand } from '../command.ts';
import { flag, shown } from '../takes.ts';

/** Every reader of this file knows it, so no applicant gets it in production. */
export const SEED_PASSWORD = 'Correct-Horse-7-Battery';

const CROWD = '--crowd takes a number of applicants.';

export const seed = defineCommand({
  name: 'seed',
  takes: { crowd: z.optional(z.string().check(z.regex(/^\d{1,5}$/, CROWD), shown('1000'))), yes: flag },
  description:
    'Adds 30 made-up applicants for a demonstration or a test. Those that exist already stay as they are. --crowd adds as many more who have submitted, for the list of the office.',
  needs: 'place',
  async run({ context, print, crowd = '0', yes }) {
    const isProduction = context.env.NODE_ENV === 'production';
    if (isProduction && !yes) {
      throw new CommandError('This is a production server; add --yes to put made-up applicants into it.');
    }
    const seeding = makeSeeding(context);
    let numAdded = 0;
    for (const applicant of seedApplicants) {
      const isNew = await seeding
        .add(applicant, isProduction ? undefined : SEED_PASSWORD)
        .catch((error: unknown) => {
          if (!(error instanceof InvalidError)) throw error;
          throw new CommandError(`${applicant.username} cannot submit: ${JSON.stringify(error.errors)}.`);
        });
      if (isNew) numAdded += 1;
      const state = isNew ? applicant.status : 'is there already';
      print([applicant.username, state, applicant.because].join('\t'));
    }
    const login = isProduction ? 'Nobody can log in as them' : `Their password is ${SEED_PASSWORD}`;
    print(`Added ${numAdded} of ${seedApplicants.length}. ${login}.`);
    const size = Number(crowd);
    if (size > 0) print(`Added ${await addCrowd(context, size)} of a crowd of ${size}.`);
  },
});
