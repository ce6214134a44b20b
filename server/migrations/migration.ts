/** One step of the schema. Steps only go forward, and one that was released is never changed. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}
