# The server with its dashboard, and nothing that was needed to build it. docs/self-hosting/docker.md says how to run it.
# It needs up to 30 seconds to stop, and an image cannot say so: run it with `--stop-timeout 40`.
# It writes to /data alone, so it also runs with `--read-only`.

FROM node:24.21.0-slim AS build
WORKDIR /src
COPY . .
RUN npx -y pnpm@12.21.0 install --frozen-lockfile
RUN npx -y pnpm@12.21.0 build --filter=@social/server
RUN npx -y pnpm@12.21.0 --filter @social/server deploy --prod /opt/social

FROM node:24.21.0-slim
ENV NODE_ENV=production SOCIAL_HOST=0.0.0.0 SOCIAL_DATA_DIR=/data
COPY --from=build /opt/social /opt/social
RUN printf '#!/bin/sh\nexec node /opt/social/dist/bin.js "$@"\n' > /usr/local/bin/social-server \
  && chmod 755 /usr/local/bin/social-server \
  && install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SOCIAL_PORT || 8787}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["social-server", "start"]

# Version, commit, and address of the source: `--build-arg VERSION=…`. A label without its argument is empty.
ARG VERSION
ARG REVISION
ARG SOURCE
LABEL org.opencontainers.image.title="social-server" \
  org.opencontainers.image.description="Self-hosted social publishing: one call, every network, never twice" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.source="$SOURCE" \
  org.opencontainers.image.url="$SOURCE"
