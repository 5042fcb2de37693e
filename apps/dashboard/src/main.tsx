import '@mantine/core/styles.css';
import './ui/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueries } from './api/queries.ts';
import { App } from './app.tsx';
import { cssVariables, theme } from './ui/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

// Every <style> that a component adds needs the nonce of the content security policy; dialogs read it through get-nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
setNonce(nonce);

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={createQueries()}>
        <App />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
