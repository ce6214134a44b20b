/** One step of the schema. There are no steps backward, and a released step never changes. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}
