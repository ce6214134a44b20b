import type { ColumnType } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;

export type WorkStatus = 'UNPROCESSED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED';

export type UploadRefusal = 'empty' | 'too large';

export interface DocumentTables {
  uploads: {
    file_key: Fixed<string>;
    account_id: Fixed<string>;
    answer_key: Fixed<string>;
    created_at: Fixed<Date>;
    /** When its conversion was requested. From then on the upload form is no longer valid. */
    used_at: Date | null;
    /** Why the storage refused the file, if known. */
    refusal: UploadRefusal | null;
  };
  documents: {
    account_id: Fixed<string>;
    answer_key: Fixed<string>;
    generation: string;
    upload_key: string;
    file_name: string;
    file_size: number;
    status: WorkStatus;
    message: string;
    pdf_key: string | null;
    requested_at: Date;
  };
  void_places: {
    place: Fixed<string>;
    account_id: Fixed<string>;
    answer_key: Fixed<string>;
    voided_at: Date;
  };
  copies: {
    account_id: Fixed<string>;
    generation: string;
    /** The print revision of the application in this copy. */
    revision: number;
    status: WorkStatus;
    message: string;
    pdf_key: string | null;
    requested_at: Date;
  };
}
