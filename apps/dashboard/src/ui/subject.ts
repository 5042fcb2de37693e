import { useState } from 'react';

/**
 * What a dialog is about. It stays known after the dialog was closed, so that the words do not vanish while it fades.
 */
export function useSubject<Subject>() {
  const [subject, setSubject] = useState<Subject>();
  const [isOpen, setIsOpen] = useState(false);
  return {
    subject,
    isOpen,
    open: (about: Subject) => {
      setSubject(about);
      setIsOpen(true);
    },
    close: () => setIsOpen(false),
  };
}
