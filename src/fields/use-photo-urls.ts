import { useEffect, useState } from 'react';

/** Object URLs for the pictures, valid while these are shown. */
export function usePhotoUrls(pictures: readonly Blob[]): readonly string[] {
  const [urls, setUrls] = useState<readonly string[]>([]);
  useEffect(() => {
    const made = pictures.map((picture) => URL.createObjectURL(picture));
    setUrls(made);
    return () => {
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, [pictures]);
  return urls;
}
