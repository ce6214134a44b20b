import { InvalidError } from '#server/domain/errors.ts';
import { makeSeeding } from '#server/domain/seeding.ts';
import { seedApplicants } from '#server/seeds/applicants.ts';
import { CommandError, type Command } from '../command.ts';

/** Every reader of this file knows it, so no applicant gets it in production. */
export const SEED_PASSWORD = 'Correct-Horse-7-Battery';

const seed: Command = {
  name: 'seed',
  usage: '[--yes]',
  maxWords: 0,
  description:
    'Adds 30 made-up applicants for a demonstration or a test; those that are there already stay as they are.',
  needs: 'place',
  async run({ context, options, print }) {
    const isProduction = context.env.NODE_ENV === 'production';
    if (isProduction && options['yes'] !== true) {
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
  },
};

export const seedCommands: readonly Command[] = [seed];
