'use strict'

// dockerode loads ssh2, @grpc/grpc-js, @grpc/proto-loader and protobufjs at import, for `DOCKER_HOST=ssh://` and for
// BuildKit builds. Confine uses neither, and the real packages bring native binaries and `__dirname`, which an ES
// module bundle hasn't got. All four names lead here: loading works, using one is refused in plain words.

function refuse(what) {
  throw new Error(`${what} is not part of Confine: reach the engine by a unix socket or tcp`)
}

exports.Client = function Client() {
  refuse('the ssh transport')
}
exports.Server = function Server() {
  refuse('the BuildKit session (gRPC)')
}
exports.loadSync = function loadSync() {
  refuse('the BuildKit status decoder (protobuf)')
}
