import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';

/**
 * What one screen tells the next. Texts only, shown as text. Answers are carried by the answers store: in the
 * history they would rest on the disk in clear.
 */
const navigationState = z.object({
  username: z.optional(z.string()),
  success: z.optional(z.string()),
  error: z.optional(z.string()),
  /** The application was to be submitted and has errors: the summary comes first. */
  isInvalid: z.optional(z.boolean()),
});
export type NavigationState = z.output<typeof navigationState>;

export function useNavigationState(): NavigationState {
  const { state } = useLocation();
  const parsed = navigationState.safeParse(state ?? {});
  return parsed.success ? parsed.data : {};
}
