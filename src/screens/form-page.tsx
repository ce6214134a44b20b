import { Fragment, memo, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useHasAnswers, useSelected } from '#application/hooks.ts';
import { waitingSignup } from '#application/select.ts';
import { ElementList, type RareFields } from '#fields/element-field.tsx';
import { FieldsForm } from '#fields/fields-form.tsx';
import { ERROR_SUMMARY_ID, useFormState } from '#fields/form-context.tsx';
import { Apart } from '#first-visit/apart.tsx';
import { pages } from '#form/form.ts';
import type { Page } from '#form/page.ts';
import { useNavigationState } from '#shell/navigation-state.ts';
import { Navigation } from '#shell/navigation.tsx';
import { SaveStatusLine } from '#shell/save-status-line.tsx';
import { usePageTitle } from '#shell/use-page-title.ts';
import { WelcomeBanner } from '#shell/welcome-banner.tsx';
import { Button } from '#ui/button.tsx';
import { definePart, usePart } from '#ui/use-part.ts';
import { standAtFoot } from '#ui/over-foot.ts';
import { letEnterGoOn } from './enter-goes-on.ts';
import { letFarSectionsRest } from './far-sections.ts';
import { focusQuestion } from './focus-question.ts';
import { keepPlace } from './keep-place.ts';
import { SectionList, SectionsButton } from './section-list.tsx';
import { TabStanding, WholeStanding } from './standing.tsx';
import { useFormActions } from './use-form-actions.ts';
import './form-page.css';

const lentNotice = definePart(() => import('./lent-notice.tsx'));
const waitingNotice = definePart(() => import('./waiting-signup.tsx'));

const tabs = pages.map((page) => ({
  path: page.path,
  title: page.title,
  standing: (id: string) => <TabStanding page={page} id={id} />,
}));

interface FormPageProps {
  readonly page: Page;
  readonly next?: string;
  /** The content above and below the questions of a section, by the section's id. */
  readonly before?: Readonly<Record<string, ReactNode>> | undefined;
  readonly after?: Readonly<Record<string, ReactNode>> | undefined;
  readonly rare?: RareFields | undefined;
}

/** One page of the form. The last page has Submit where the others have Continue. */
export function FormPage({ page, next, before, after, rare }: FormPageProps) {
  usePageTitle(page.title);
  // A link that is followed again has the same hash, but another key.
  const { hash, key } = useLocation();
  const { isInvalid } = useNavigationState();
  const { own } = useFormState();
  const actions = useFormActions();
  const hasAnswers = useHasAnswers();
  const isLent = useSelected(({ lent }) => lent.size > 0);
  const LentNotice = usePart(lentNotice, isLent)?.LentNotice;
  const isWaiting = useSelected((state) => waitingSignup(state) !== undefined);
  const WaitingSignup = usePart(waitingNotice, isWaiting)?.WaitingSignup;
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => (root.current === null ? undefined : letFarSectionsRest(root.current)), []);

  useEffect(() => (root.current === null ? undefined : keepPlace(root.current)), []);

  useEffect(() => (root.current === null ? undefined : letEnterGoOn(root.current)), []);

  useEffect(() => {
    if (hash !== '') focusQuestion(hash.slice(1));
  }, [hash, key, page]);

  useEffect(() => {
    if (isInvalid === true) focusQuestion(ERROR_SUMMARY_ID);
  }, [isInvalid, page]);

  return (
    <div ref={root} className="form-page">
      <Navigation pages={tabs} current={page.path} hasAnswers={hasAnswers} onLeave={actions.leave} />
      <h1 tabIndex={-1}>{page.title}</h1>
      <WelcomeBanner
        standing={
          <WholeStanding
            current={page.path}
            whenComplete="Every required answer is there. Submit on Final Steps."
          />
        }
      />
      {WaitingSignup !== undefined && <WaitingSignup />}
      {LentNotice !== undefined && <LentNotice />}
      {own?.errorSummary}
      <div className="form-body">
        <div className="form-column">
          <Questions page={page} before={before} after={after} rare={rare} />
          <div ref={standAtFoot} className="form-actions">
            <div className="form-standing">
              <SaveStatusLine saves={actions.saves} />
              {next === undefined ? (
                <WholeStanding
                  current={page.path}
                  onLeave={actions.leave}
                  whenComplete="Every required answer is there."
                />
              ) : (
                <SectionsButton page={page} />
              )}
            </div>
            <Button variant="secondary" isPending={actions.pending === 'save'} onPress={actions.save}>
              Save
            </Button>
            {next === undefined ? (
              <Button
                variant="primary"
                size="submit"
                isPending={actions.pending === 'submit'}
                onPress={actions.submit}
              >
                Submit
              </Button>
            ) : (
              <Button
                variant="primary"
                size="continue"
                isPending={actions.pending === 'continue'}
                onPress={() => actions.goOn(next)}
              >
                Continue
              </Button>
            )}
          </div>
        </div>
        <SectionList page={page} isLast={next === undefined} />
      </div>
      {own !== undefined && (
        <own.UploadInProgress
          isOpen={actions.awaitedFiles.length > 0}
          files={actions.awaitedFiles}
          onClose={actions.stopWaiting}
        />
      )}
    </div>
  );
}

/** Memoized: does not render again when the page does, for example for the first answer. */
const Questions = memo(({ page, before, after, rare }: Omit<FormPageProps, 'next'>) =>
  page.sections.map((section, index) => (
    <Fragment key={section.id}>
      <section id={section.id} className="form-section">
        <Apart>
          <h2 id={`${section.id}-heading`} tabIndex={-1}>
            {section.title}
          </h2>
          {section.intro !== undefined && <p className="form-intro">{section.intro}</p>}
          {before?.[section.id]}
          <FieldsForm id={`${section.id}-form`}>
            <ElementList elements={section.elements} rare={rare} />
          </FieldsForm>
          {after?.[section.id]}
        </Apart>
      </section>
      {index === 0 && <RestOfStyles />}
    </Fragment>
  )),
);

const LEFT_AS_IT_IS = { __html: '' };

/**
 * In a prerendered page, the build puts the styles here that only the sections below need. React does not touch them.
 */
function RestOfStyles() {
  return (
    <span
      ref={keepStyles}
      hidden
      data-styles=""
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- It is always empty here. Without it, React would take out the styles.
      dangerouslySetInnerHTML={LEFT_AS_IT_IS}
    />
  );
}

/** Moves the styles to the page's first ones when the section is removed: later screens need them, too. */
function keepStyles(place: HTMLElement) {
  return () => document.querySelector('head > style')?.after(...place.childNodes);
}
