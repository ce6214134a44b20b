import { useLocation, useNavigate } from 'react-router-dom';
import { useApplication, useWho } from '#application/hooks.ts';
import { fullLabelOf } from '#form/stored-keys.ts';
import { questions } from '#form/form.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

/** Says that the answers are from a link, and asks whether to keep them. */
export function LentNotice() {
  const { dispatch, state } = useApplication();
  const { is_logged_in: isLoggedIn } = useWho();
  const { search } = useLocation();
  const navigate = useNavigate();
  const labels = questions.filter(({ key }) => state.lent.has(key)).map(({ key }) => fullLabelOf(key));

  function decide(takes: boolean) {
    dispatch({ type: 'lentDecided', takes });
    const query = new URLSearchParams(search);
    query.delete('token');
    void navigate({ search: query.toString() }, { replace: true });
    // The pressed button is gone.
    document.querySelector('h1')?.focus({ preventScroll: true });
  }

  return (
    <Notice
      tone="warning"
      heading={isLoggedIn ? 'A link opened these answers' : 'These answers come from a link'}
      actions={
        <>
          <Button variant="secondary" onPress={() => decide(true)}>
            Use these answers
          </Button>
          <Button variant="quiet" onPress={() => decide(false)}>
            Leave them out
          </Button>
        </>
      }
    >
      <p>
        {isLoggedIn
          ? 'They are not part of your application. If you use them, they fill in what you left blank: '
          : 'You are only viewing them. They are not saved anywhere unless you use them: '}
        {labels.join(', ')}.
      </p>
    </Notice>
  );
}
