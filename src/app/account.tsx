import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { connect, isKnownAsSubmitted } from '#answers/account-answers.ts';
import type { AnswersFacade } from '#answers/answers-facade.ts';
import { ownerOf, placeOf, type Operation } from '#answers/records.ts';
import { AccountState } from '#api/account-state.tsx';
import { compareDocuments, readDocuments, refreshDocuments } from '#api/documents.ts';
import { UnauthorizedError } from '#api/errors.ts';
import { makeQueryClient } from '#api/query-client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { QueryPersistence } from '#api/query-persistence.ts';
import { call } from '#api/request.ts';
import { sessionEnded } from '#api/refusals.ts';
import type { WaitingState } from '#api/server-state.ts';
import type { VisitorTabs } from '#api/visitor-tabs.ts';
import { getAddAnother } from '#contract/add-another.ts';
import { putAnswer } from '#contract/answer.ts';
import { logout } from '#contract/logout.ts';
import { getProfile } from '#contract/profile.ts';
import type { Clock } from '#device/clock.ts';
import type { Device } from '#device/device.ts';
import { DocumentsProvider } from '#documents/documents-context.ts';
import { documentWire } from '#documents/document-wire.ts';
import { Documents } from '#documents/documents.ts';
import { ErrorSummary } from '#fields/error-summary.tsx';
import { ConflictsDialog } from '#fields/conflicts-dialog.tsx';
import type { OwnParts } from '#fields/form-context.tsx';
import { ForeignDraftDialog } from '#fields/foreign-draft-dialog.tsx';
import { RemoveComponent } from '#fields/remove-component.tsx';
import { FileConflictDialog } from '#fields/file-conflict-dialog.tsx';
import { UploadInProgress } from '#fields/upload-in-progress.tsx';
import type { Answers } from '#form/condition.ts';
import { messagesFor, pageMessages } from '#form/messages.ts';
import { fullLabelOf } from '#form/stored-keys.ts';
import { PdfOffer } from '#screens/pdf-offer.tsx';
import { dropMarkers } from '#session/drop-markers.ts';
import type { IdleState } from '#session/idle-timer.ts';
import { Presence } from '#session/presence.ts';
import type { SubmitOutcome } from '#session/session-actions.ts';
import { useSession } from '#session/use-session.ts';
import { InactivityModal } from '#shell/inactivity-modal.tsx';
import { tenant } from '#tenant/tenant.ts';
import { preloadModal } from '#ui/modal.tsx';
import { toasts } from '#ui/toast-queue.ts';
import { AccountAtCard } from './account-at-card.tsx';
import { AccountRedirects } from './account-redirects.tsx';
import { Meeting } from './account-meeting.ts';
import { sayFailed } from './account-failing.ts';
import { postOperation } from './account-operations.ts';
import { submitApplication, type SubmissionParts } from './account-submission.ts';
import { waitingIn } from './account-waiting.ts';
import type { Account } from './application-types.ts';

export { loadApplication } from './load-application.ts';

export interface AccountParts {
  readonly device: Device;
  readonly clock: Clock;
  readonly answers: AnswersFacade;
  readonly visitorTabs: VisitorTabs;
  readonly onIdle: (state: IdleState) => void;
  readonly onUnauthorized: () => void;
  readonly onAlreadySubmitted: () => void;
}

/** All code that only applicants with an account need: calls, query cache, documents, and the dialogs about them. */
export class ApplicantAccount implements Account {
  readonly documents: Documents;
  readonly presence: Presence;
  readonly meeting = new Meeting();
  readonly ownParts: OwnParts = {
    judge: { messagesFor, pageMessages },
    errorSummary: <ErrorSummary />,
    pdfOffer: <PdfOffer />,
    RemoveComponent,
    UploadInProgress,
  };
  readonly #queries: QueryClient;
  readonly #persistence: QueryPersistence;
  readonly #answers: AnswersFacade;
  readonly #visitorTabs: VisitorTabs;
  readonly #waiting: WaitingState;
  readonly #onUnauthorized: () => void;
  /** From the arrival until any tab has submitted, or the applicant has left. */
  #awaitsSubmission = false;
  /** The session of this browser is live, but another account's. */
  #isAnothers = false;
  constructor(parts: AccountParts) {
    const { device, clock, answers, visitorTabs, onIdle, onAlreadySubmitted } = parts;
    const onUnauthorized = () => {
      if (!this.#isAnothers) dropMarkers(tenant.identityCookiePrefix);
      parts.onUnauthorized();
    };
    this.#onUnauthorized = onUnauthorized;
    this.#answers = answers;
    this.#visitorTabs = visitorTabs;
    this.#waiting = waitingIn(answers);
    connect(
      answers,
      device,
      {
        putAnswers: (changed) => this.#putAnswers(changed),
        post: postOperation,
        readAnswers: () => this.#readAnswers(),
      },
      {
        onUnauthorized,
        onAlreadySubmitted,
        onRefused: (operation) => this.#sayRefused(operation),
        onFailing: sayFailed,
        onRecovered: (operation) => toasts.close(placeOf(operation)),
      },
    );
    this.#queries = makeQueryClient(
      (error) => this.#hear(error),
      () => answers.owner,
    );
    this.#persistence = new QueryPersistence(device, this.#queries);
    this.presence = new Presence(
      clock,
      (at) => answers.tellActive(at),
      onIdle,
      () => this.#keepAlive(),
    );
    let wasAway = false;
    answers.subscribe(() => {
      // After an outage, fetch everything again: some queries failed, others were answered by this device alone.
      if (wasAway && answers.standing === 'idle') this.invalidate();
      wasAway = answers.isAway || (wasAway && answers.standing === 'sending');
    });
    answers.subscribe(() => {
      if (!this.#awaitsSubmission || !isKnownAsSubmitted(answers)) return;
      this.#awaitsSubmission = false;
      onAlreadySubmitted();
    });
    this.documents = new Documents({
      device,
      clock,
      answers,
      wire: documentWire,
      read: (signal) => readDocuments(this.#queries, signal),
      refresh: () => refreshDocuments(this.#queries),
      onFailed: (key, fileName, sentence) =>
        toasts.addError(
          'Upload Error',
          `Error uploading file for ${fullLabelOf(key)} (${fileName}): ${sentence}`,
          key,
        ),
      onMoved: (key) => toasts.close(key),
      onUnauthorized,
    });
  }

  readonly Provider = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={this.#queries}>
      <DocumentsProvider value={this.documents}>
        <OwnState tabs={this.#visitorTabs} waiting={this.#waiting}>
          <AccountRedirects>{children}</AccountRedirects>
        </OwnState>
      </DocumentsProvider>
    </QueryClientProvider>
  );

  readonly AtCard = () => <AccountAtCard meeting={this.meeting} />;

  readonly Dialogs = () => (
    <>
      <InactivityModal />
      <ConflictsDialog />
      <FileConflictDialog documents={this.documents} />
      <ForeignDraftDialog />
    </>
  );

  async arrived(isOffline: boolean): Promise<void> {
    this.presence.start();
    this.#awaitsSubmission = true;
    await this.#persistence.start(this.#answers.owner, isOffline);
    for (const [tab_id, chosen_tab] of Object.entries(this.#visitorTabs.getChosen()))
      this.#answers.enqueue({ kind: 'tabs', tab_id, chosen_tab });
    // Loaded now, because the idle warning must open offline too.
    void preloadModal();
  }

  left(): void {
    // The marker cookie may outlive the session for a moment.
    void this.meeting.end();
    this.presence.stop();
    this.#awaitsSubmission = false;
    void this.#persistence.forget();
    this.#queries.clear();
    this.#visitorTabs.forget();
  }

  invalidate(): void {
    void this.#queries.invalidateQueries();
  }

  async #putAnswers(answers: Readonly<Record<string, string>>): Promise<void> {
    await call(putAnswer, { body: { answers } });
  }

  /** @throws {UnauthorizedError} also when another account has logged in with this browser meanwhile */
  async #readAnswers(): Promise<Answers> {
    const { owner } = this.#answers;
    const { username, answer, document_answer } = await call(getProfile, {});
    this.#isAnothers = (await ownerOf(username)) !== owner;
    if (this.#isAnothers) throw sessionEnded();
    // Another device may have attached or deleted a file. The save does not wait for the list.
    void compareDocuments(this.#queries, document_answer);
    return answer;
  }

  submit(parts: Pick<SubmissionParts, 'webStatus' | 'setWebStatus' | 'today'>): Promise<SubmitOutcome> {
    return submitApplication({
      ...parts,
      answers: this.#answers,
      underWay: () => this.documents.underWay,
      refreshDocuments: () => refreshDocuments(this.#queries),
      onError: (error) => this.#hear(error),
    });
  }

  /** Leads the applicant to the login if any call finds that the session has ended (specification §8). */
  #hear(error: unknown): void {
    if (error instanceof UnauthorizedError) this.#onUnauthorized();
  }

  async logOut(): Promise<void> {
    await call(logout, {});
    dropMarkers(tenant.identityCookiePrefix);
  }

  /** Makes an ordinary call, so that the server knows that the applicant is at work. */
  async #keepAlive(): Promise<void> {
    try {
      await call(getAddAnother, {});
    } catch (error) {
      // The next save meets any other failure and reports it.
      this.#hear(error);
    }
  }

  /** Tells the applicant which operation the server refused, and shows the server's state again. */
  #sayRefused(operation: Operation): void {
    sayFailed(operation);
    if (operation.kind === 'add-another')
      void this.#queries.invalidateQueries({ queryKey: queryKeys.addAnother });
    if (operation.kind === 'tabs') void this.#queries.invalidateQueries({ queryKey: queryKeys.tabs });
  }
}

interface OwnStateProps {
  readonly tabs: VisitorTabs;
  readonly waiting: WaitingState;
  readonly children: ReactNode;
}

function OwnState({ tabs, waiting, children }: OwnStateProps) {
  const { is_logged_in: isLoggedIn } = useSession();
  return (
    <AccountState tabs={tabs} waiting={waiting} isLoggedIn={isLoggedIn}>
      {children}
    </AccountState>
  );
}
