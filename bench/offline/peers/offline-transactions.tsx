// TanStack DB with offline transactions, as its README and guides set it up.
import { createCollection } from '@tanstack/db';
import { IndexedDBAdapter, startOfflineExecutor } from '@tanstack/offline-transactions';
import { queryCollectionOptions } from '@tanstack/query-db-collection';
import { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Form } from './form.tsx';
import { type Answers, getAnswers, putAnswers } from './server.ts';

const LOOK_EVERY_MS = 100;

const collection = createCollection(
  queryCollectionOptions({
    id: 'answers',
    queryKey: ['answers'],
    queryClient: new QueryClient(),
    queryFn: async () => Object.entries(await getAnswers()).map(([key, value]) => ({ key, value })),
    getKey: ({ key }) => key,
  }),
);

const offline = startOfflineExecutor({
  collections: { answers: collection },
  storage: new IndexedDBAdapter('answers', 'transactions'),
  mutationFns: {
    async saveAnswers({ transaction, idempotencyKey }) {
      const changed = transaction.mutations.map(({ modified }) => [modified['key'], modified['value']]);
      await putAnswers(Object.fromEntries(changed), idempotencyKey);
      await collection.utils.refetch();
    },
  },
});
await offline.waitForInit();

const changeAnswer = offline.createOfflineAction<{ readonly key: string; readonly value: string }>({
  mutationFnName: 'saveAnswers',
  onMutate: ({ key, value }) => {
    collection.update(key, (draft) => {
      draft.value = value;
    });
  },
});

function App() {
  const [answers, setAnswers] = useState<Answers>();
  const [numSaving, setNumSaving] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const [isReplaying, setIsReplaying] = useState(true);
  useEffect(() => {
    const show = () => {
      // Until then it contains only what is unsent.
      if (!collection.isReady()) return;
      setAnswers(Object.fromEntries(collection.toArray.map(({ key, value }) => [key, value])));
    };
    void collection.stateWhenReady().then(show);
    const subscription = collection.subscribeChanges(show);
    return () => subscription.unsubscribe();
  }, []);
  useEffect(() => {
    // The executor counts what is unsent, but has no event for it.
    const look = () => setIsReplaying(offline.getPendingCount() + offline.getRunningCount() > 0);
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const save = (key: string, value: string) => {
    setNumSaving((before) => before + 1);
    changeAnswer({ key, value })
      .isPersisted.promise.then(
        () => setHasFailed(false),
        () => setHasFailed(true),
      )
      .finally(() => setNumSaving((before) => before - 1));
  };
  const status = numSaving > 0 || isReplaying ? 'Saving' : hasFailed ? 'Not saved' : 'Saved';
  return <Form answers={answers} status={status} save={save} />;
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
