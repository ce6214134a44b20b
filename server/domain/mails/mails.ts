import { completion } from '#tenant/completion.ts';
import { tenant } from '#tenant/tenant.ts';
import { dateAtUniversity } from '#form/answer-text.ts';
import type { Mail } from '#server/adapters/mail.ts';

const SIGNATURE = [tenant.office, tenant.name, tenant.helpEmail, tenant.helpPhone].join('\n');

function write(to: string, subject: string, ...paragraphs: readonly string[]): Mail {
  const text = [...paragraphs, SIGNATURE].join('\n\n');
  return { to, subject: `${tenant.shortName}: ${subject}`, text, replyTo: tenant.helpEmail };
}

/** The mail with the code for a new account. No link contains it: mail scanners, which open links, would confirm. */
export function confirmationMail(to: string, publicUrl: string, code: string, minutes: number): Mail {
  return write(
    to,
    'your confirmation code',
    `Your confirmation code is ${code}`,
    `Enter it at ${publicUrl}/confirm within ${minutes} minutes. If you asked for more than one code, only the newest one works.`,
    'If you did not sign up for a graduate application, do not enter the code. You can ignore this message.',
  );
}

/** The mail for a sign-up, or a new code, at the address of an account. The screen shows the same as to anybody else. */
export function alreadyRegisteredMail(to: string, publicUrl: string): Mail {
  return write(
    to,
    'you already have an account',
    'Someone, perhaps you, signed up with this e-mail address or asked for a confirmation code. You already have an account and need no code. Nothing has changed.',
    `Log in at ${publicUrl}/login. If you do not remember your password, you can choose a new one at ${publicUrl}/forgot.`,
    'If it was not you, you can ignore this message.',
  );
}

/**
 * The mail for a forgotten password.
 *
 * @param link opens the card for a new one; valid once
 */
export function resetMail(to: string, link: string, minutes: number): Mail {
  return write(
    to,
    'choose a new password',
    `To choose a new password, open this link within ${minutes} minutes; it works once:`,
    link,
    'If you did not ask for this, you can ignore this message; your password stays as it is.',
  );
}

/**
 * The mail for a forgotten password where a sign-up waits for its code. It has no code: asking for a password would then
 * make new codes beside the limit of those.
 */
export function unconfirmedMail(to: string, publicUrl: string): Mail {
  return write(
    to,
    'your sign-up is not finished',
    'You asked for a new password. You have signed up with this e-mail address, but the sign-up is not confirmed yet, so there is no password to change.',
    `To finish it, enter the confirmation code that we e-mailed to you at ${publicUrl}/confirm. You can ask for a new code there.`,
    `If you do not remember the password of your sign-up, sign up again at ${publicUrl}/signup with a new one.`,
    'If you did not ask for this, you can ignore this message.',
  );
}

/** The mail that warns the owner of the account after its password was changed. */
export function passwordChangedMail(to: string, publicUrl: string): Mail {
  return write(
    to,
    'your password was changed',
    'The password of your graduate application was just changed, and you were logged out everywhere.',
    `If it was not you, choose a new password at ${publicUrl}/forgot right away, and tell us.`,
  );
}

/** The mail that tells the old address of an account. It does not name the new one: a stranger may read it here. */
export function addressLeftMail(to: string, applicant: string): Mail {
  return {
    ...write(
      to,
      'your e-mail address was changed',
      'Our office has changed the e-mail address of your graduate application. This address cannot be used to log in any more, and all later messages go to the new one.',
      `If you did not ask for this, please tell us right away: ${tenant.helpEmail} or ${tenant.helpPhone}.`,
    ),
    applicant,
  };
}

/** The mail that tells the new address of an account. */
export function addressGivenMail(to: string, publicUrl: string): Mail {
  return write(
    to,
    'this is now your e-mail address',
    'Our office has changed the e-mail address of your graduate application to this one.',
    `Log in with it at ${publicUrl}/login. Your password is the same as before. You were logged out everywhere.`,
    'If you have no application with us, please tell us: somebody may have given us the wrong address.',
  );
}

export interface Reminder {
  /** Says when the chosen entry term closes, or that it has closed. */
  readonly closing: string | undefined;
  /** "14 answers missing on About You and Education", `''` if none is. */
  readonly missing: string;
}

/**
 * The mail that reminds an applicant of an unfinished application.
 *
 * @param optOutUrl ends the reminders; mail programs also show it as a button (RFC 8058)
 */
export function reminderMail(
  to: string,
  publicUrl: string,
  optOutUrl: string,
  { closing, missing }: Reminder,
): Mail {
  return {
    ...write(
      to,
      'your application is not finished yet',
      'You started a graduate application and have not submitted it yet. Everything you saved is still there.',
      missing === ''
        ? 'Every required answer is there. What is left is to read it once more and submit it.'
        : `What is left: ${missing}.`,
      ...(closing === undefined ? [] : [closing]),
      `Log in at ${publicUrl}/login to pick up where you left off.`,
      `To stop these reminders, open this link:\n${optOutUrl}`,
    ),
    headers: {
      'List-Unsubscribe': `<${optOutUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** The mail that tells an applicant of a reopened application. */
export function reopenedMail(to: string, publicUrl: string, sentence: string): Mail {
  return write(
    to,
    'you can change your application again',
    'We have reopened your graduate application, so that you can change it. It counts as not submitted until you submit it again.',
    ...(sentence === '' ? [] : [`Our office writes:\n${sentence}`]),
    `Log in at ${publicUrl}/login, change what is needed, and press Submit.`,
  );
}

/** The mail that announces the deletion of a draft. */
export function deletionMail(
  to: string,
  publicUrl: string,
  { since, on }: { readonly since: Date; readonly on: Date },
): Mail {
  const [lastUsed, end] = [since, on].map((time) => dateAtUniversity(time.toISOString()));
  return write(
    to,
    `your application will be deleted on ${end}`,
    `You have not used your unfinished graduate application since ${lastUsed}. We do not keep unfinished applications forever: on ${end} we will delete it, with all answers and documents.`,
    `To keep it, log in before that day at ${publicUrl}/login. If you no longer need it, you do not have to do anything.`,
  );
}

export interface Submitted {
  /** The applicant's name, `''` when there is none. */
  readonly name: string;
  /** The application's number. */
  readonly number: string;
  readonly submittedOn: string;
  /** What was applied for, and with which documents. */
  readonly lines: readonly { readonly label: string; readonly text: string }[];
  readonly hasTranscript: boolean;
  /** Whether the PDF copy is attached, and if not, why. */
  readonly copy: 'attached' | 'none' | 'too large';
  readonly publicUrl: string;
}

/** The mail that confirms a submission, to which the job adds the PDF copy. */
export function submittedMail(
  to: string,
  { name, number, submittedOn, lines, hasTranscript, copy, publicUrl }: Submitted,
): Mail {
  const application = name === '' ? 'your graduate application' : `the graduate application of ${name}`;
  return write(
    to,
    'we have received your application',
    `Thank you. We received ${application} on ${submittedOn}. Its number is ${number}.`,
    lines.map(({ label, text }) => `${label}: ${text}`).join('\n'),
    ...(hasTranscript ? [] : [completion.noTranscript]),
    ...completion.paragraphs,
    completion.corrections.replace('{email}', tenant.helpEmail),
    {
      attached: `A PDF copy of it is attached. You can also log in at ${publicUrl}/login to download one.`,
      none: `We could not make the PDF copy for this message. Your application is complete without it. You can log in at ${publicUrl}/login later to download one.`,
      'too large': `The PDF copy of it is too large for an e-mail. You can log in at ${publicUrl}/login to download it.`,
    }[copy],
  );
}
