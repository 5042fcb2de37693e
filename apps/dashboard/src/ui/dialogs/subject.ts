import { useState } from 'react';

/** Holds what a dialog is about. A closed dialog keeps its subject, so that its words stay while it fades out. */
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
