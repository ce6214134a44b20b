import { useQueryClient } from '@tanstack/react-query';
import { ofTabs, queryKeys, reload } from '#api/queries.ts';
import { useApplication } from '#application/hooks.ts';
import { QueryBoundary, useFed } from './query-boundary.tsx';

/** Says that the chosen tabs could not be loaded. The tabs stay usable, with what is typed in them. */
export function TabsFailure({ focusId }: { readonly focusId: string }) {
  const client = useQueryClient();
  const { dispatch } = useApplication();
  return (
    <QueryBoundary
      queryKey={queryKeys.tabs}
      heading="We could not load your choice."
      focusId={focusId}
      onAskAgain={() => {
        reload(client, ...ofTabs);
        dispatch({ type: 'filesHastened' });
      }}
    >
      <ChosenTabs />
    </QueryBoundary>
  );
}

/** The tabs themselves are beside the boundary. */
function ChosenTabs(): null {
  useFed(queryKeys.tabs);
  return null;
}
