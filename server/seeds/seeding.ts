import { randomBytes, randomUUID } from 'node:crypto';
import { normalizeUsername } from '#contract/normalize-username.ts';
import { applyChange } from '#form/change.ts';
import { questions } from '#form/form.ts';
import { collegeParts, collegePrefixes, type AnswerKey, type CollegePart } from '#form/keys.ts';
import { formMessages } from '#form/messages.ts';
import { withLabels } from '#form/labels.ts';
import { withSampleAnswers } from '#form/sample-answers.ts';
import { maxCharsOf } from '#form/stored-keys.ts';
import { todayIn } from '#form/today.ts';
import { DAY_MS } from '#server/adapters/clock.ts';
import type { Converter } from '#server/adapters/converter/converter.ts';
import { OurFault } from '#server/adapters/converter/outcome.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { seedApplicants, type SeedApplicant, type SeedDocument } from './applicants.ts';
import { seedFile } from './files.ts';
import { tenant } from '#tenant/tenant.ts';
import type { ApplicationsOptions } from '#server/domain/application/application-parts.ts';
import { makeApplications, type Applications } from '#server/domain/application/applications.ts';
import { audit } from '#server/domain/ground/audit.ts';
import type { Conversions } from '#server/domain/documents/conversions.ts';
import { documentsOf } from '#server/domain/documents/documents.ts';
import { shownFileName } from '#server/domain/ground/file-name.ts';
import { makePasswords } from '#server/domain/accounts/passwords.ts';

const NETWORK = 'seed';
const COLLEGE_LIST = 'college';

/** From the oldest submission to the latest. */
const SPREAD_MS = 42 * DAY_MS;

interface SeedingOptions extends Omit<ApplicationsOptions, 'reportEvent' | 'documentsOf'> {
  readonly storage: Storage;
  readonly converter: Converter;
  readonly conversions: Conversions;
}

/**
 * How long ago a made-up applicant was here: the first of those who have submitted just now, the last six weeks ago,
 * and the same for all others.
 */
function ageOf(seed: SeedApplicant): number {
  const peers = seedApplicants.filter(
    ({ status }) => (status === 'submitted') === (seed.status === 'submitted'),
  );
  const index = peers.findIndex(({ username }) => username === seed.username);
  return Math.max(0, index / (peers.length - 1)) * SPREAD_MS;
}

/**
 * Returns all answers of a made-up applicant as the client would have stored them: in the order of the form, with
 * labels beside choices, and without answers that other answers hide. A partner's form may require more than the seed
 * has: applicants who may submit answer that, too.
 *
 * @param today `YYYY-MM-DD`, for lists of years
 */
export function answersOfSeed(seed: SeedApplicant, today: string): Record<string, string> {
  const given: Readonly<Partial<Record<AnswerKey, string>>> = {
    ...seed.answers,
    ...(seed.major !== undefined && majorAnswers(seed.major)),
    ...collegeAnswers(seed),
  };
  let answers: Record<string, string> = {};
  for (const { key } of questions) {
    // A partner's limit may be shorter than the seed's text.
    const value = given[key]?.slice(0, maxCharsOf(key));
    if (value !== undefined) answers = { ...answers, ...applyChange(answers, key, value) };
  }
  return withLabels(seed.isComplete ? withSampleAnswers(answers, today) : answers, () => today);
}

/** Adds made-up applicants to the database, for a demonstration or a test. */
export function makeSeeding(options: SeedingOptions) {
  const { database, clock, storage, converter, conversions } = options;

  return {
    /**
     * Adds one applicant with all their data. Does nothing if the address already has an account.
     *
     * @param password for logging in; without one nobody can log in as this applicant
     * @returns true if the applicant was added
     * @throws {InvalidError} when a seed marked as submitted breaks the form's rules
     */
    async add(seed: SeedApplicant, password: string | undefined): Promise<boolean> {
      const hash = password === undefined ? null : await makePasswords().hash(password);
      const at = new Date(clock.now().getTime() - ageOf(seed));
      const account = await addAccount(normalizeUsername(seed.username), hash, at);
      if (account === undefined) return false;

      const answers = answersOfSeed(seed, todayIn(tenant.timeZone, clock.now()));
      const applications = applicationsAt(at);
      if (Object.keys(answers).length > 0) await applications.saveAnswers(account.id, answers);
      const numColleges = seed.colleges?.length ?? 0;
      if (numColleges > 1) await applications.setCount(account.id, COLLEGE_LIST, numColleges);
      for (const { key } of questions) {
        const document = seed.documents?.[key];
        if (document !== undefined) await addDocument(applications, account.id, key, seed, document);
      }
      if (seed.answers.employ_experience !== undefined)
        await applications.chooseTab(account.id, 'employ_experience_tabs', 'employ_experience');
      await goThrough(applications, seed, account, answers);
      return true;
    },
  };

  function applicationsAt(at: Date): Applications {
    // The webhook does not report made-up applicants.
    const reportEvent = async () => {};
    return makeApplications({ ...options, clock: { now: () => at }, reportEvent, documentsOf });
  }

  async function addAccount(username: string, passwordHash: string | null, at: Date) {
    const [id, now] = [randomUUID(), clock.now()];
    return database.transaction(async (transaction) => {
      const made = await transaction
        .insertInto('accounts')
        .values({ id, username, password_hash: passwordHash })
        .onConflict((conflict) => conflict.column('username').doNothing())
        .executeTakeFirst();
      if (made.numInsertedOrUpdatedRows === 0n) return undefined;
      await transaction
        .insertInto('applications')
        .values({ account_id: id, created_at: at, updated_at: at })
        .execute();
      await audit(transaction, { event: 'seeded', at: now, accountId: id });
      return { id, username };
    });
  }

  /**
   * Converts with the real converter, but without the queue: a worker must not pick up documents meant to stay
   * pending.
   */
  async function addDocument(
    applications: Applications,
    accountId: string,
    answerKey: AnswerKey,
    seed: SeedApplicant,
    document: SeedDocument,
  ): Promise<void> {
    const file = await seedFile(document, answerKey, seed);
    const generation = randomUUID();
    const uploadKey = `uploads/${accountId}/${randomBytes(16).toString('hex')}`;
    await storage.write(uploadKey, file);
    const now = clock.now();
    await applications.change(accountId, async (transaction) => {
      await transaction
        .insertInto('uploads')
        .values({
          file_key: uploadKey,
          account_id: accountId,
          answer_key: answerKey,
          created_at: now,
          used_at: now,
          refusal: null,
        })
        .execute();
      await transaction
        .insertInto('documents')
        .values({
          account_id: accountId,
          answer_key: answerKey,
          generation,
          upload_key: uploadKey,
          file_name: shownFileName(document.name),
          file_size: file.length,
          status: 'UNPROCESSED',
          message: '',
          pdf_key: null,
          requested_at: now,
        })
        .execute();
    });
    if (document.kind === 'waiting') return;
    const conversion = await conversions.begin(generation);
    if (document.kind === 'converting' || conversion === undefined) return;
    const outcome = await converter.convert(file).catch((error: unknown) => {
      // If a program is missing, the seeds show what an applicant would see.
      if (error instanceof OurFault) return { status: 'FAILED', message: error.sentence } as const;
      throw error;
    });
    if (outcome.status === 'FAILED') return conversions.fail(generation, outcome.message);
    await conversions.complete(conversion, { pdf: outcome.pdf, fileSize: file.length });
  }

  async function goThrough(
    applications: Applications,
    { status }: SeedApplicant,
    account: { readonly id: string; readonly username: string },
    answers: Readonly<Record<string, string>>,
  ): Promise<void> {
    if (status === 'new') return;
    await applications.reachStatus(account.id, status === 'started' ? 'started' : 'validating');
    await applications.setLastPage(account.id, status === 'started' ? '/education' : '/final-steps');
    if (status === 'validating') {
      const today = todayIn(tenant.timeZone, clock.now());
      await applications.setValidations(account.id, formMessages(answers, today));
    }
    if (status === 'submitted') await applications.submit(account, NETWORK);
  }
}

/** Returns the answers that choose a major. Works for every partner's list of majors. */
function majorAnswers(wanted: number): Partial<Record<AnswerKey, string>> {
  const majors = tenant.programs.flatMap((program) => program.majors.map((major) => ({ program, major })));
  const chosen = majors[wanted % majors.length];
  const term = tenant.entryTerms[wanted % tenant.entryTerms.length];
  if (chosen === undefined || term === undefined) return {};
  const { program, major } = chosen;
  const concentration = major.concentrations?.[wanted % major.concentrations.length]?.value;
  const { iein = [] } = major;
  const isEducator = iein === true || (concentration !== undefined && iein.includes(concentration));
  return {
    program_type: program.value,
    applied_major: major.value,
    ...(concentration !== undefined && { applied_concentration: concentration }),
    ...(isEducator && { iein: '1234567' }),
    entry_term: term.value,
  };
}

function collegeAnswers({ colleges = [] }: SeedApplicant): Partial<Record<AnswerKey, string>> {
  const answers: Partial<Record<AnswerKey, string>> = {};
  colleges.forEach((college, index) => {
    const prefix = collegePrefixes[index];
    if (prefix === undefined) return;
    const values: Readonly<Partial<Record<CollegePart, string>>> = college;
    for (const part of collegeParts) {
      const value = values[part];
      if (value !== undefined) answers[`${prefix}${part}`] = value;
    }
  });
  return answers;
}
