/** How the upload of one file question is going. */
export type UploadState =
  | { readonly status: 'none' }
  /** The file is stored on this device and sent automatically; `isOffline` if the last attempt got no response. */
  | { readonly status: 'waiting'; readonly name: string; readonly isOffline: boolean }
  | { readonly status: 'uploading'; readonly name: string; readonly size: number }
  /** The account has the file `theirs` from another device. The applicant is asked whether to replace it. */
  | { readonly status: 'asking'; readonly name: string; readonly theirs: string }
  /** The server has the file. `isLong` if converting takes longer than usual, or its status cannot be read now. */
  | { readonly status: 'converting'; readonly name: string; readonly isLong: boolean }
  | { readonly status: 'failed'; readonly message: string; readonly file: File | undefined };

/** Whether a file is being sent or converted, or waits for that. */
export function isUnderWay({ status }: UploadState): boolean {
  return isNotSent(status) || status === 'converting';
}

/** Whether the file may be on this device alone. */
export function isNotSent(status: UploadState['status']): boolean {
  return status === 'waiting' || status === 'asking' || status === 'uploading';
}
