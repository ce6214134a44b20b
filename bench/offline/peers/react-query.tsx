// TanStack Query with persisted mutations, as its guides "Persisting Offline Mutations" and "persistQueryClient" say.
import { QueryClient, useIsMutating, useMutation, useMutationState, useQuery } from '@tanstack/react-query';
import {
  type PersistedClient,
  type Persister,
  PersistQueryClientProvider,
} from '@tanstack/react-query-persist-client';
import { del, get, set } from 'idb-keyval';
import { createRoot } from 'react-dom/client';
import { Form } from './form.tsx';
import { type Answers, getAnswers, putAnswers } from './server.ts';

const CACHE = 'reactQuery';
const ONE_DAY_MS = 24 * 60 * 60 * 1000;

interface Change {
  readonly answers: Answers;
  readonly id: string;
}

const persister: Persister = {
  persistClient: (client) => set(CACHE, client),
  restoreClient: () => get<PersistedClient>(CACHE),
  removeClient: () => del(CACHE),
};

const client = new QueryClient({
  defaultOptions: { queries: { gcTime: ONE_DAY_MS, staleTime: 2000, retry: 0 } },
});

client.setMutationDefaults(['answers'], {
  mutationFn: ({ answers, id }: Change) => putAnswers(answers, id),
  // One at a time, in order.
  scope: { id: 'answers' },
  retry: 3,
  async onMutate({ answers }: Change) {
    await client.cancelQueries({ queryKey: ['answers'] });
    client.setQueryData<Answers>(['answers'], (before) => ({ ...before, ...answers }));
  },
  // Only the last of several changes reads the server again: the others would replace its optimistic value.
  onSettled: () =>
    client.isMutating({ mutationKey: ['answers'] }) === 1
      ? client.invalidateQueries({ queryKey: ['answers'] })
      : undefined,
});

function App() {
  const { data } = useQuery({ queryKey: ['answers'], queryFn: getAnswers });
  const { mutate } = useMutation<void, Error, Change>({ mutationKey: ['answers'] });
  const isSaving = useIsMutating({ mutationKey: ['answers'] }) > 0;
  const outcomes = useMutationState({
    filters: { mutationKey: ['answers'] },
    select: ({ state }) => state.status,
  });
  const status = isSaving ? 'Saving' : outcomes.at(-1) === 'error' ? 'Not saved' : 'Saved';
  const save = (key: string, value: string) => mutate({ answers: { [key]: value }, id: crypto.randomUUID() });
  return <Form answers={data} status={status} save={save} />;
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <PersistQueryClientProvider
      client={client}
      persistOptions={{ persister }}
      onSuccess={() => client.resumePausedMutations().then(() => client.invalidateQueries())}
    >
      <App />
    </PersistQueryClientProvider>,
  );
